interface Lock {
  packages: Record<string, LockedPackage>;
}

interface LockedPackage {
  version?: string;
  dev?: boolean;
  devOptional?: boolean;
  optional?: boolean;
  peer?: boolean;
  link?: boolean;
}

export function installDependencies(options?: { development?: boolean }): Promise<boolean>;
export function comparePackages(
  locked: Lock,
  present: Lock,
  development: boolean,
): { packages: string[]; missing: string[]; all: boolean };
